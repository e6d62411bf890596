#!/bin/sh
# Runs workerd no longer than the process that asked for it. workerd does not notice when that one is killed, and would
# keep its port for ever. The watcher holds none of workerd's pipes.
parent=$PPID
self=$$

# Not again once the stack closes: Miniflare starts another one when workerd has drained (drain.ts).
[ ! -e "${WORKERD_PID_FILE:-none}.closing" ] || exit 1

# Whether workerd still has the parent that it began with: a killed one may linger as a zombie, but has no children.
has_parent() {
  if [ -r "/proc/$self/stat" ]; then
    read -r _ _ _ now _ <"/proc/$self/stat"
  else
    now=$(ps -o ppid= -p "$self" | tr -d ' ')
  fi
  [ "$now" = "$parent" ]
}

(
  while has_parent; do sleep 0.5; done
  kill -9 "$self"
) </dev/null >/dev/null 2>&1 3>&- &
[ -z "$WORKERD_PID_FILE" ] || echo "$self" >"$WORKERD_PID_FILE"
exec "$WORKERD" "$@"
