<#ftl output_format="XML">
<#import "chart.ftl" as c>
<@c.sheet canvas>
<@c.legend entries=legend y=52/>
<text x="20" y="${plot.top - 10}">${y.title}</text>
<#if shade??>
<rect class="shade" x="${shade.left}" y="${shade.top}" width="${shade.right - shade.left}" height="${shade.bottom - shade.top}"/>
</#if>
<@c.horizontal axis=x plot=plot titleY=canvas.height - 12/>
<@c.vertical axis=y plot=plot/>
<@c.lines series=series/>
<#list markers as marker>
<@c.mark style=marker.style shape=marker.shape x=marker.x y=marker.y hollow=marker.hollow/>
</#list>
<#list labels as label>
<@c.label label=label/>
</#list>
<@c.message text=message plot=plot/>
</@c.sheet>
