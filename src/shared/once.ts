/** Makes something the first time that it is asked for; later arguments change nothing. */
export function once<A extends unknown[], T extends object>(make: (...given: A) => T): (...given: A) => T {
  let made: T | undefined
  return (...given) => {
    made ??= make(...given)
    return made
  }
}
