<#ftl output_format="XML">
<#-- What all charts share: the sheet with its colours, axes, lines, marks and legends. -->
<#-- Colours are of Okabe and Ito's set, which colour-blind readers tell apart; dashes mean "at least", nothing else. -->
<#macro sheet canvas>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${canvas.width} ${canvas.height}" width="${canvas.width}" height="${canvas.height}" role="img" aria-labelledby="title desc">
<title id="title">${canvas.title}</title>
<desc id="desc">${canvas.description}</desc>
<style>
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", Arial, sans-serif; font-size: 11px; fill: #3d444d; }
.sheet { fill: #ffffff; }
.title { font-size: 15px; font-weight: 600; fill: #1f2328; }
.name { font-size: 12px; fill: #1f2328; }
.figure { fill: #1f2328; }
.halo { stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; paint-order: stroke; }
.grid { stroke: #d8dee4; stroke-width: 1; }
.axis { stroke: #6e7781; stroke-width: 1; }
.shade { fill: #59636e; fill-opacity: 0.12; stroke: none; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.bound { stroke-dasharray: 6 4; }
.response { stroke: #0072b2; fill: #0072b2; }
.line.response { stroke-width: 3; }
.service { stroke: #d55e00; fill: #d55e00; }
.line.service { stroke-width: 1.5; }
.offered { stroke: #8c959f; fill: #8c959f; stroke-width: 4; }
.achieved { stroke: #0072b2; fill: #0072b2; }
.failed { stroke: #d55e00; fill: #d55e00; }
.backlog { stroke: #59636e; fill: #59636e; }
.p50 { stroke: #009e73; fill: #009e73; stroke-width: 1.5; }
.p99 { stroke: #0072b2; fill: #0072b2; stroke-width: 2.5; }
.max { stroke: #cc79a7; fill: #cc79a7; stroke-width: 4; }
.unusable { stroke: #8c959f; fill: #8c959f; }
.area { fill-opacity: 0.35; stroke-width: 1; }
path.line { fill: none; }
path.dense { stroke-width: 1.5; }
.mark { stroke-width: 2; }
.hollow { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
text { fill: #b1bac4; }
.sheet { fill: #0d1117; }
.title, .name, .figure { fill: #e6edf3; }
.halo { stroke: #0d1117; }
.grid { stroke: #2a3038; }
.axis { stroke: #8b949e; }
.shade { fill: #b1bac4; fill-opacity: 0.16; }
.response, .achieved, .p99 { stroke: #56b4e9; fill: #56b4e9; }
.service, .failed { stroke: #e69f00; fill: #e69f00; }
.offered, .unusable { stroke: #6e7681; fill: #6e7681; }
.p50 { stroke: #2dbe92; fill: #2dbe92; }
.max { stroke: #b5658f; fill: #b5658f; }
.backlog { stroke: #b1bac4; fill: #b1bac4; }
.hollow { fill: #0d1117; }
}
</style>
<rect class="sheet" width="${canvas.width}" height="${canvas.height}"/>
<text class="title" x="20" y="28">${canvas.heading}</text>
<#nested>
</svg>
</#macro>

<#macro legend entries y>
<#list entries as entry>
<#switch entry.shape>
<#case "line">
<path class="line ${entry.style}" d="M${entry.x} ${y - 4}h22"/>
<#break>
<#case "bound">
<path class="line bound ${entry.style}" d="M${entry.x} ${y - 4}h22"/>
<#break>
<#case "area">
<rect class="area ${entry.style}" x="${entry.x}" y="${y - 10}" width="22" height="11"/>
<#break>
<#case "zone">
<rect class="shade" x="${entry.x}" y="${y - 10}" width="22" height="11"/>
<#break>
<#default>
<@mark style=entry.style shape=entry.shape x=entry.x + 11 y=y - 4 hollow=(entry.shape == "hollow")/>
</#switch>
<text class="name" x="${entry.textX}" y="${y}">${entry.text}</text>
</#list>
</#macro>

<#macro mark style shape x y hollow>
<#switch shape>
<#case "diamond">
<path class="mark ${style}<#if hollow> hollow</#if>" d="M${x} ${y - 5}l5 5l-5 5l-5 -5Z"/>
<#break>
<#case "triangle">
<path class="mark ${style}<#if hollow> hollow</#if>" d="M${x - 5} ${y + 4}h10l-5 -9Z"/>
<#break>
<#case "bar">
<path class="mark ${style}" d="M${x} ${y - 6}v12"<#if hollow> stroke-dasharray="3 2"</#if>/>
<#break>
<#default>
<circle class="mark ${style}<#if hollow> hollow</#if>" cx="${x}" cy="${y}" r="3.5"/>
</#switch>
</#macro>

<#macro label label class="figure halo">
<text class="${class}" x="${label.x}" y="${label.y}" text-anchor="${label.anchor}">${label.text}</text>
</#macro>

<#macro horizontal axis plot titleY>
<@ticks axis=axis plot=plot/>
<@below title=axis.title plot=plot y=titleY/>
</#macro>

<#macro ticks axis plot>
<#list axis.ticks as tick>
<path class="grid" d="M${tick.at} ${plot.top}V${plot.bottom}"/>
<text x="${tick.at}" y="${plot.bottom + 16}" text-anchor="middle">${tick.label}</text>
</#list>
<path class="axis" d="M${plot.left} ${plot.bottom}H${plot.right}"/>
</#macro>

<#macro below title plot y>
<text x="${(plot.left + plot.right) / 2}" y="${y}" text-anchor="middle">${title}</text>
</#macro>

<#macro vertical axis plot>
<#list axis.ticks as tick>
<path class="grid" d="M${plot.left} ${tick.at}H${plot.right}"/>
<text x="${plot.left - 7}" y="${tick.at + 4}" text-anchor="end">${tick.label}</text>
</#list>
<path class="axis" d="M${plot.left} ${plot.top}V${plot.bottom}"/>
</#macro>

<#macro lines series>
<#list series as line>
<path class="<#if line.filled>area<#else>line</#if><#if line.bound> bound</#if> ${line.style}" d="${line.path}"/>
</#list>
</#macro>

<#macro message text plot>
<#if text?has_content>
<text class="name" x="${(plot.left + plot.right) / 2}" y="${(plot.top + plot.bottom) / 2}" text-anchor="middle">${text}</text>
</#if>
</#macro>
