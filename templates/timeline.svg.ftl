<#ftl output_format="XML">
<#import "chart.ftl" as c>
<@c.sheet canvas>
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
