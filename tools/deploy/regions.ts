// Where Neon runs databases, and the placement of Workers beside them.

/** Neon's regions, with the region of Cloudflare's placement hint and the place. */
export const regions = {
  'aws-us-east-1': { placement: 'aws:us-east-1', place: 'Northern Virginia' },
  'aws-us-east-2': { placement: 'aws:us-east-2', place: 'Ohio' },
  'aws-us-west-2': { placement: 'aws:us-west-2', place: 'Oregon' },
  'aws-eu-central-1': { placement: 'aws:eu-central-1', place: 'Frankfurt' },
  'aws-eu-west-2': { placement: 'aws:eu-west-2', place: 'London' },
  'aws-ap-southeast-1': { placement: 'aws:ap-southeast-1', place: 'Singapore' },
  'aws-ap-southeast-2': { placement: 'aws:ap-southeast-2', place: 'Sydney' },
  'aws-sa-east-1': { placement: 'aws:sa-east-1', place: 'São Paulo' },
} as const

export type Region = keyof typeof regions

export const regionNames = Object.keys(regions) as [Region, ...Region[]]

/** The region in the host name of a database of Neon; undefined for other hosts and for regions without an entry. */
export function regionOfUrl(databaseUrl: string): Region | undefined {
  const [, region, cloud] =
    /\.([a-z0-9-]+)\.(aws|azure)\.neon\.(?:tech|build)$/.exec(new URL(databaseUrl).hostname) ?? []
  return regionNames.find(name => name === `${cloud}-${region}`)
}
