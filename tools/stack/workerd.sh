#!/bin/sh
# Runs workerd, and kills it when its parent process ends. workerd itself does not detect that its parent was killed, and
# would keep its port.
parent=$PPID
self=$$

# Exits if the stack is closing, because Miniflare starts another workerd after workerd has drained (drain.ts).
[ ! -e "${WORKERD_PID_FILE:-none}.closing" ] || exit 1
[ -z "$WORKERD_PID_FILE" ] || echo "$self" >"$WORKERD_PID_FILE"

# Linux kills it by itself, unless the parent has already ended.
if setpriv --pdeathsig KILL true 2>/dev/null; then
  exec setpriv --pdeathsig KILL sh -c '[ "$PPID" = "$0" ] && exec "$@"' "$parent" "$WORKERD" "$@"
fi

# Whether workerd still has its first parent. A killed parent may remain as a zombie, but then has no children.
has_parent() {
  if [ -r "/proc/$self/stat" ]; then
    read -r _ _ _ now _ <"/proc/$self/stat"
  else
    now=$(ps -o ppid= -p "$self" | tr -d ' ')
  fi
  [ "$now" = "$parent" ]
}

# The watcher does not inherit the pipes of workerd.
(
  while has_parent; do sleep 1; done
  kill -9 "$self"
) </dev/null >/dev/null 2>&1 3>&- &
exec "$WORKERD" "$@"
