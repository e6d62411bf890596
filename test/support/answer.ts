/** A response with its parsed body. `text`, `count` and `list` return a member, and fail if it has another type. */
export class Answer {
  readonly status: number
  readonly headers: Headers
  readonly raw: string

  constructor(response: Pick<Response, 'status' | 'headers'>, raw: string) {
    this.status = response.status
    this.headers = response.headers
    this.raw = raw
  }

  get json(): unknown {
    return JSON.parse(this.raw)
  }

  get body(): Record<string, unknown> {
    const { json } = this
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      throw new Error(`No object: ${this.raw}`)
    return { ...json }
  }

  text(name: string): string {
    const value = this.body[name]
    if (typeof value !== 'string') throw new Error(`${name} is no text in ${this.raw}`)
    return value
  }

  count(name: string): number {
    const value = this.body[name]
    if (typeof value !== 'number') throw new Error(`${name} is no number in ${this.raw}`)
    return value
  }

  list(name: string): Record<string, unknown>[] {
    const value = this.body[name]
    if (!Array.isArray(value)) throw new Error(`${name} is no list in ${this.raw}`)
    return value
  }

  /** The round trips to the database that the request had, as counted by the stack. */
  get roundTrips(): number {
    return Number(/desc="(\d+) trips"/.exec(this.headers.get('server-timing') ?? '')?.[1])
  }
}
