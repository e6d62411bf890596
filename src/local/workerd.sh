#!/bin/sh
# Runs workerd no longer than the process that asked for it. workerd does not notice when that one is killed, and would
# keep its port for ever. The watcher holds none of workerd's pipes.
parent=$PPID
self=$$
(
  while kill -0 "$parent" && kill -0 "$self"; do sleep 0.5; done
  kill -9 "$self"
) </dev/null >/dev/null 2>&1 3>&- &
exec "$WORKERD" "$@"
