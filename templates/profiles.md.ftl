<#ftl output_format="Markdown">
<#if profiles??>
## Profiles

Seen in a repetition of its own, after the others, with a profiler attached to the target. A profiler takes time from what it watches:
none of the times above is of that repetition, and none of its times is here. Shares are of all that the target did in the
window; figures *per request* are the same by the number of answers, and can be held against those of a variant that ran at another speed.

<#list profiles.remarks>
<#items as remark>
> ${remark}

</#items>
</#list>
<#list profiles.steps as step>
### Inside the target during ${step.name}

<#list step.speeds as speed>
- ${speed}
</#list>

<#list step.events as event>
#### ${event.title} during ${step.name}

<#list event.facts as fact>
- ${fact}
</#list>

<#if event.groups?has_content>
<@aligned>
| Thread group |<#list event.columns as column> ${column} |</#list>
|---|<#list event.columns as column>--:|</#list>
<#list event.groups as row>
| <#if row.sum>**${row.name}**<#else>${row.name}</#if> |<#list row.cells as cell> ${cell} |</#list>
</#list>
</@aligned>

<@aligned>
| Activity |<#list event.columns as column> ${column} |</#list>
|---|<#list event.columns as column>--:|</#list>
<#list event.activities as row>
| <#if row.sum>**${row.name}**<#else>${row.name}</#if> |<#list row.cells as cell> ${cell} |</#list>
</#list>
</@aligned>

</#if>
<#list event.crossings as crossing>
Which threads did what<#if crossing.variant?has_content>, in ${crossing.variant}</#if>:

<@aligned>
| Activity |<#list crossing.groups as group> ${group} |</#list>
|---|<#list crossing.groups as group>--:|</#list>
<#list crossing.rows as row>
| ${row.name} |<#list row.cells as cell> ${cell} |</#list>
</#list>
</@aligned>

</#list>
To look into: <#list event.graphs as graph><#if graph.linkable>[${graph.name}](${graph.file?no_esc})<#else>${graph.name} ${graph.file}</#if><#sep>, </#sep></#list>

</#list>
</#list>
</#if>
