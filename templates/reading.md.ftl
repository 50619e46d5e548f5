<#ftl output_format="Markdown">
## How to read this

- **Response time** runs from the moment a request was *due* to the last byte of its answer. The schedule never waits for the
  server, so a stall is charged to every request that fell due during it.
- **Service time** runs from the hand-over of the request to the socket to the last byte. A tool that waits for answers before
  it sends shows about this; the gap to the response time is what it would leave out.
- **Schedule lag** is kvbench's own delay. **Connection wait** is how long a due request had no connection: all were busy, or
  its own was still being opened. Schedule lag,
  connection wait and service time add up to the response time.
- **kvbench stood still** where its machine did not let it run: what was answered meanwhile looks slow. Where that was 0.4 % of the window,
  p99 is the target's and p99.9 may not be. *Steal* is what the host of a virtual machine took of its processors' time.
- **First byte** runs from the hand-over to the head of the answer.
- **Offered** is what fell due per second; **achieved** is right answers per second within the window. Every scheduled arrival ends in
  exactly one class of the **ledger**; what is neither `ok` nor `miss` has failed.
- A **closed loop** sends a request when the one before is answered. What is *begun* per second is then the server's to decide, nothing
  piles up, and a stall makes one request slow in place of all that fell into it: do not hold its times against an open loop's.
- **Floor** is what requests to a server that does nothing take on this machine, as `kvbench calibrate` measured it at the rate that is
  named. Hold service times against its service time, and response times against its response time. A step whose median service time is
  less than twice the floor's is *near the floor*: half of it or more is not the target's. At a higher rate the machine sleeps less and wakes
  sooner, so that a step may lie below it.
- **p99** is the time that 99 % of the arrivals did not exceed. It is not named where too few arrivals were measured.
- **≥** stands before lower bounds: the arrival got no right answer, so its response time is only known to be longer.
- **VALID**: nothing speaks against the figures. **DEGRADED**: usable, with the reasons beside them. **OVERLOADED**: the server cannot
  keep the offered rate; the sustained rate is the finding, and percentiles only tell how long the run lasted. **INVALID**: the
  measurement itself went wrong; do not use it.
- Figures per second are counted when an answer came, not when it was due. The warm-up counts nowhere.
