// A strict parser of the text format of Prometheus
// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details).

export type Sample = { name: string; labels: Record<string, string>; value: number }
export type Family = { name: string; type: string; help: string; samples: Sample[] }

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const labelPair = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"`
const sampleLine = new RegExp(
  String.raw`^(${metricName})(?:\{(${labelPair}(?:,${labelPair})*)\})? (\+Inf|-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$`,
)

/** Parses a page of metrics. @throws Error with the line that violates the format */
export function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.')
  const groups = text.split(/^(?=# HELP )/m).map(parseFamily)
  const families = new Map(groups.map(family => [family.name, family]))
  if (families.size < groups.length) throw new Error('Two groups of a metric.')
  return families
}

/** Parses a group: two comments and the samples. */
function parseFamily(group: string): Family {
  const [help = '', type = '', ...lines] = group.trimEnd().split('\n')
  const [, name = '', description = ''] = /^# HELP (\S+) (.+)$/.exec(help) ?? []
  const [, typed, kind = ''] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(type) ?? []
  if (!new RegExp(`^${metricName}$`).test(name) || typed !== name) throw new Error(`${help}\n${type}`)
  const family = { name, type: kind, help: description }
  const samples = lines.map(line => sampleOf(line, family))
  checkFamily({ ...family, samples })
  return { ...family, samples }
}

function sampleOf(line: string, { name, type }: Omit<Family, 'samples'>): Sample {
  const [, sampleName = '', pairs = '', value = ''] = sampleLine.exec(line) ?? []
  const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  if (!suffixes.some(suffix => sampleName === name + suffix))
    throw new Error(`Not a sample of ${name}: ${line}`)
  const labels = [...pairs.matchAll(/([^=,]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
    key,
    text.replaceAll(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character)),
  ])
  if (new Set(labels.map(([key]) => key)).size < labels.length) throw new Error(`A label twice: ${line}`)
  return { name: sampleName, labels: Object.fromEntries(labels), value: Number(value) }
}

const keyOf = ({ labels: { le: _, ...labels } }: Sample) => JSON.stringify(labels)

function checkFamily({ name, type, samples }: Family): void {
  const keys = samples.map(({ name: sample, labels }) => sample + JSON.stringify(labels))
  if (new Set(keys).size < keys.length) throw new Error(`A series of ${name} twice.`)
  if (samples.length === 0) throw new Error(`${name} has no samples.`)
  if (type !== 'gauge' && samples.some(({ value }) => value < 0)) throw new Error(`${name} is negative.`)
  if (type !== 'histogram') return
  for (const [key, series] of Map.groupBy(samples, keyOf)) {
    const buckets = series.filter(sample => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => Number(labels['le']?.replace('+Inf', 'Infinity')))
    const counts = buckets.map(({ value }) => value)
    const isAscending = (numbers: number[], isStrict: boolean) =>
      numbers.every(
        (each, at) => at === 0 || each > (numbers[at - 1] ?? 0) || (!isStrict && each === numbers[at - 1]),
      )
    const total = series.find(sample => sample.name === `${name}_count`)?.value
    const hasSum = series.some(sample => sample.name === `${name}_sum`)
    if (
      bounds.at(-1) !== Number.POSITIVE_INFINITY ||
      !isAscending(bounds, true) ||
      !isAscending(counts, false)
    )
      throw new Error(`The buckets of ${name} ${key} are not in order.`)
    if (total === undefined || total !== counts.at(-1) || !hasSum)
      throw new Error(`${name} ${key} has no total.`)
  }
}

/** The sum of the samples with these labels; 0 if there are none. */
export const sampleSum = (
  families: Map<string, Family>,
  sample: string,
  labels: Record<string, string> = {},
): number =>
  [...families.values()]
    .flatMap(({ samples }) => samples)
    .filter(each => each.name === sample)
    .filter(each => Object.entries(labels).every(([name, value]) => each.labels[name] === value))
    .reduce((total, { value }) => total + value, 0)
