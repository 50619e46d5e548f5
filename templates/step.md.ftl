<#ftl output_format="Markdown">
## Step ${step.label}

**${step.verdict}**<#if step.reasons?has_content>, because:<#else>: nothing speaks against the figures.</#if>

<#list step.reasons>
<#items as reason>
- ${reason}
</#items>

</#list>
<#if step.run>
How it was run:

<#list step.course as fact>
- ${fact}
</#list>

### Times of ${step.label}

<#if step.warning?has_content>
> ${step.warning?cap_first}. A rate in place of the closed loop measures that.

</#if>
<@aligned>
| Percentile | Response | <#if step.corrected>Corrected | </#if><#if step.intervals>95 % interval | </#if>Service | Schedule lag | Connection wait | First byte |
|--:|--:|<#if step.corrected>--:|</#if><#if step.intervals>--:|</#if>--:|--:|--:|--:|
<#list step.spectrum as row>
| ${row.name} | ${row.response} | <#if step.corrected>${row.corrected} | </#if><#if step.intervals>${row.interval} | </#if>${row.service} | ${row.scheduleLag} | ${row.connectionWait} | ${row.firstByte} |
</#list>
</@aligned>

<#if step.corrected>
Corrected: behind every slow answer, the requests are counted that its connection would have sent meanwhile at its usual interval. An
estimate, not a measurement. Stalls of kvbench and its machine cannot be told from the server's, and are multiplied in it likewise<#if step.ownStalls?has_content>;
${step.ownStalls}</#if>.

</#if>
<#if step.bounds>
≥ marks a lower bound: some arrivals never got a right answer, and are counted at the age at which that was known.
</#if>
<#if step.refused>
"needs N": so many arrivals are needed to name that percentile, and there were fewer.
</#if>
<#if step.narrow>
"too few seconds: worth N": the seconds of this run resemble their neighbours, as where a server is fast for a while and then slow, and
tell no more than N independent ones would; or there are fewer than ${step.tellingSeconds}, too few to show whether they do. The interval is made
for N, but may cover the truth less often than 95 times in 100; a longer run tells more.
</#if>
<#if step.bounds || step.refused || step.narrow>

</#if>
<#if step.split?has_content>
Where the time of a right answer goes:

<@aligned>
| Part | Mean | Share | What it is |
|---|--:|--:|---|
<#list step.split as part>
| ${part.name} | ${part.mean} | ${part.share} | ${part.meaning} |
</#list>
</@aligned>

Schedule lag is kvbench's own fault; ${step.waiting};
first byte is the server's work with the network; the rest is the body on its way.

</#if>
### Ledger of ${step.label}

<@aligned>
| Class | Arrivals | Share | What it is |
|---|--:|--:|---|
<#list step.ledger as row>
| ${row.name} | ${row.count} | ${row.share} | ${row.meaning} |
</#list>
| **sum** | ${step.sum} | | of ${step.scheduled} scheduled |
</@aligned>

<#if !step.balanced>
**The classes do not add up to the arrivals scheduled: this is a fault of kvbench, and no figure of this step can be used.**

</#if>
Beside the ledger, not in it: ${step.resent} resent (written once more, with the same due time, because the server had already closed the
connection) and ${step.reconnects} reconnects (connections opened again after they were lost).

<#if step.failures?has_content>
The first failures:

<@aligned>
| Class | Arrivals | What it said |
|---|--:|---|
<#list step.failures as failure>
| ${failure.kind} | ${failure.count} | ${failure.message} |
</#list>
</@aligned>

</#if>
### Charts of ${step.label}

<#list step.charts as chart>
![${chart.alt}](${chart.file?no_esc})

</#list>
<#if step.resources.longest?has_content>
The seconds with the longest response times, and what happened in them or while their longest was under way:

<@aligned>
| Second | p99 | Max | What happened |
|---|--:|--:|---|
<#list step.resources.longest as row>
| ${row.seconds} | ${row.p99} | ${row.max} | ${row.happened} |
</#list>
</@aligned>

What happened at the same time need not be the reason.

</#if>
<#if step.resources.rows?has_content || step.resources.leftOut?has_content>
### Resources of ${step.label}

</#if>
<#if step.resources.rows?has_content>
<@aligned>
| | Target, mean | at most | kvbench, mean | at most |
|---|--:|--:|--:|--:|
<#list step.resources.rows as row>
| ${row.name} | ${row.targetMean} | ${row.targetMost} | ${row.kvbenchMean} | ${row.kvbenchMost} |
</#list>
</@aligned>

</#if>
<#if step.resources.facts?has_content || step.resources.leftOut?has_content>
<#list step.resources.facts as fact>
- ${fact}
</#list>
<#list step.resources.leftOut as sentence>
- ${sentence}
</#list>

</#if>
Histograms: <#list step.files as file>${file}<#sep>, </#sep></#list>

</#if>
