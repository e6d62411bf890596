#!/bin/sh
# Runs workerd, and kills it when its parent process ends. workerd itself does not detect that its parent was killed, and
# would keep its port. The watcher does not inherit the pipes of workerd.
parent=$PPID
self=$$

# Exits if the stack is closing, because Miniflare starts another workerd after workerd has drained (drain.ts).
[ ! -e "${WORKERD_PID_FILE:-none}.closing" ] || exit 1

# Whether workerd still has its first parent. A killed parent may remain as a zombie, but then has no children.
has_parent() {
  if [ -r "/proc/$self/stat" ]; then
    read -r _ _ _ now _ <"/proc/$self/stat"
  else
    now=$(ps -o ppid= -p "$self" | tr -d ' ')
  fi
  [ "$now" = "$parent" ]
}

(
  while has_parent; do sleep 1; done
  kill -9 "$self"
) </dev/null >/dev/null 2>&1 3>&- &
[ -z "$WORKERD_PID_FILE" ] || echo "$self" >"$WORKERD_PID_FILE"
exec "$WORKERD" "$@"
