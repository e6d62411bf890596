/** A request that is refused, with the status and the text of the response `{"error": …}`. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404 | 500 | 501
  constructor(status: Refusal['status'], message: string) {
    super(message)
    this.status = status
  }
}

/** The refusal of an invalid request: 400. */
export const badRequest = (message: string) => new Refusal(400, message)

/** The refusal of a feature of QStash that this local one does not have: 501. */
export const unsupported = (feature: string) =>
  new Refusal(501, `this local QStash does not support ${feature}`)
