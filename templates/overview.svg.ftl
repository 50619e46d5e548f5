<#ftl output_format="XML">
<#import "chart.ftl" as c>
<@c.sheet canvas>
<@c.legend entries=legend y=54/>
<@c.horizontal axis=x plot=plot titleY=canvas.height - 12/>
<#list rows as row>
<g>
<title>${row.fullName}</title>
<@c.label label=row.name class="name"/>
<#list row.spans as span>
<path class="line <#if row.usable>response<#else>unusable</#if>" style="stroke-width:${span.width}px" d="M${span.from} ${row.y}H${span.to}"/>
</#list>
<#list row.markers as marker>
<@c.mark style=marker.style shape=marker.shape x=marker.x y=marker.y hollow=marker.hollow/>
</#list>
<#list row.labels as label>
<@c.label label=label/>
</#list>
<@c.label label=row.verdict class="name"/>
</g>
</#list>
<@c.message text=message plot=plot/>
</@c.sheet>
