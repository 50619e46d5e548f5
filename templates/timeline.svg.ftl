<#ftl output_format="XML">
<#import "chart.ftl" as c>
<@c.sheet canvas>
<style>
.pause { stroke: #d55e00; fill: #d55e00; }
.used { stroke: #0072b2; fill: #0072b2; }
.system { stroke: #d55e00; fill: #d55e00; stroke-width: 1.5; }
.own { stroke: #8c959f; fill: #8c959f; }
.heap { stroke: #009e73; fill: #009e73; }
.stolen { stroke: #cc79a7; fill: #cc79a7; }
path.stem { stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
.pause, .system { stroke: #e69f00; fill: #e69f00; }
.used { stroke: #56b4e9; fill: #56b4e9; }
.own { stroke: #6e7681; fill: #6e7681; }
.heap { stroke: #2dbe92; fill: #2dbe92; }
.stolen { stroke: #b5658f; fill: #b5658f; }
}
</style>
<#list panels as panel>
<#if drainFrom??>
<rect class="shade" x="${drainFrom}" y="${panel.plot.top}" width="${panel.plot.right - drainFrom}" height="${panel.plot.bottom - panel.plot.top}"/>
</#if>
<text x="20" y="${panel.plot.top - 12}">${panel.y.title}</text>
<@c.legend entries=panel.legend y=panel.plot.top - 12/>
<@c.ticks axis=x plot=panel.plot/>
<@c.vertical axis=panel.y plot=panel.plot/>
<@c.lines series=panel.series/>
<@c.message text=panel.message plot=panel.plot/>
</#list>
<@c.below title=x.title plot=panels[0].plot y=canvas.height - 12/>
</@c.sheet>
