"""kvbench beside oha and wrk, against one nginx on this machine."""
