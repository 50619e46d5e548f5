<#ftl output_format="XML">
<#import "chart.ftl" as c>
<@c.sheet canvas>
<@c.legend entries=legend y=52/>
<text x="20" y="72">${y.title}</text>
<@c.horizontal axis=x plot=plot titleY=canvas.height - 12/>
<@c.vertical axis=y plot=plot/>
<@c.lines series=series/>
<#list marks as mark>
<path class="axis" d="M${mark.x} ${mark.y - 9}V${plot.bottom}"/>
<text class="figure halo" x="${mark.x + 4}" y="${mark.y}">${mark.text}</text>
</#list>
<@c.message text=message plot=plot/>
</@c.sheet>
