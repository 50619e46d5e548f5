<#ftl output_format="Markdown">
# kvbench: ${title}

<#if description?has_content>
${description}

</#if>
<#if state?has_content>
> **${state}**

</#if>
<#list headlines as line>
- **${line.subject}**: ${line.finding}, **${line.verdict}**
<#else>
No step was measured.
</#list>

<#if summary?has_content>
<@aligned>
| Step | ${made?cap_first} | Achieved | p50 | p99 | p99.9 | Max | Failed | Verdict |
|---|--:|--:|--:|--:|--:|--:|--:|---|
<#list summary as row>
| ${row.step} | ${row.offered} | ${row.achieved} | ${row.p50} | ${row.p99} | ${row.p999} | ${row.max} | ${row.failed} | ${row.verdict} |
</#list>
</@aligned>

</#if>
<#if summary?has_content && floor?has_content>
${floor?cap_first}.<#if nearFloor?has_content>

<#list nearFloor as near>
- **${near.step}** is ${near.finding}
</#list>
</#if>

</#if>
<#if overview??>
![${overview.alt}](${overview.file?no_esc})

</#if>
<#if doubts?has_content || notes?has_content>
## Reasons for distrust

<#list doubts as doubt>
- **${doubt.step}** (${doubt.verdict})
<#list doubt.reasons as reason>
  - ${reason}
</#list>
</#list>
<#list notes as note>
- ${note}
</#list>

</#if>
<#if objectives?has_content>
## Objectives

<@aligned>
| Step | Objective | Measured | Outcome |
|---|---|--:|---|
<#list objectives as row>
| ${row.step} | ${row.objective} | ${row.measured} | ${row.outcome} |
</#list>
</@aligned>

</#if>
<#list steps as step>
<#include "step.md.ftl">
</#list>
<#include "profiles.md.ftl">
<#if fills?has_content>
## What was stored before

<@aligned>
| Variant | Repetition | Step | Stored | Took | First failure |
|---|--:|---|--:|--:|---|
<#list fills as row>
| ${row.variant} | ${row.repetition} | ${row.name} | ${row.stored} | ${row.took} | ${row.failure} |
</#list>
</@aligned>

</#if>
## Environment

<@aligned>
| What | |
|---|---|
<#list facts as fact>
| ${fact.name} | ${fact.value} |
</#list>
</@aligned>

## Scenario

Read from ${scenario.file}, seed ${scenario.seed}.
<#if scenario.overrides?has_content>
Settings applied on top, in order:

<#list scenario.overrides as override>
- ${override}
</#list>
</#if>

${scenario.fence?no_esc}yaml
${scenario.text?no_esc}
${scenario.fence?no_esc}

<#include "reading.md.ftl">
