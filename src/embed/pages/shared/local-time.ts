// The value of `<input type="datetime-local">`, in the time zone of the viewer.

const minute = 60_000
const day = 86_400_000

/** Returns the local time of an instant, rounded up to minutes, in the form of the input. */
export function localOf(instant: number): string {
  const rounded = Math.ceil(instant / minute) * minute
  return new Date(rounded - new Date(rounded).getTimezoneOffset() * minute).toISOString().slice(0, 16)
}

/** Returns the instants of a local time in their order: two in an hour that the clock repeats, none for another text. */
export function instantsOf(text: string): number[] {
  const instant = new Date(text).getTime() // local time, because it has no zone
  if (Number.isNaN(instant)) return []
  // The offset changes at most once within two days.
  const offsets = [instant - day, instant + day].map(at => new Date(at).getTimezoneOffset())
  const others = offsets.map(offset => Date.parse(`${text}Z`) + offset * minute)
  return [...new Set([instant, ...others.filter(at => localOf(at) === text)])].sort((a, b) => a - b)
}
