<#ftl output_format="XML">
<#import "chart.ftl" as c>
<@c.sheet canvas>
<#if drain??>
<rect class="shade" x="${drain.left}" y="${drain.top}" width="${drain.right - drain.left}" height="${drain.bottom - drain.top}"/>
</#if>
<#list panels as panel>
<text x="20" y="${panel.plot.top - 10}">${panel.y.title}</text>
<@c.legend entries=panel.legend y=panel.plot.top - 28/>
<@c.ticks axis=x plot=panel.plot/>
<@c.vertical axis=panel.y plot=panel.plot/>
<@c.lines series=panel.series/>
</#list>
<@c.message text=message plot=panels[0].plot/>
<@c.below title=x.title plot=panels[0].plot y=canvas.height - 12/>
</@c.sheet>
