type Document = { paths: object; webhooks?: object; components: Record<string, object> } & Record<
  string,
  unknown
>

/** One document of all areas. What two areas share has one name and one meaning; a test holds that. */
export function union(documents: readonly Document[], baseUrl: string) {
  const sections = new Set(documents.flatMap(({ components }) => Object.keys(components)))
  const components = [...sections].map(section => [
    section,
    Object.assign({}, ...documents.map(document => document.components[section])),
  ])
  return {
    ...documents[0],
    servers: [{ url: baseUrl }],
    paths: Object.assign({}, ...documents.map(({ paths }) => paths)),
    webhooks: Object.assign({}, ...documents.map(({ webhooks }) => webhooks)),
    components: Object.fromEntries(components),
  }
}
