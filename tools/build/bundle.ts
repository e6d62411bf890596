import { isDeepStrictEqual } from 'node:util'
import { type BuildOptions, type BuildResult, build, context } from 'esbuild'
import { projectFile, type WorkerName, workerNames } from '../project.ts'

/** The source of each Worker as one ES module. */
export type Bundles = Record<WorkerName, string>

/** The options of esbuild for a Worker. */
export const bundleOptions: BuildOptions & { write: false } = {
  entryPoints: workerNames.map(name => projectFile(`functions/${name}.ts`)),
  outdir: projectFile('dist/local'),
  bundle: true,
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  mainFields: ['module', 'browser', 'main'],
  external: ['node:*', 'cloudflare:*'],
  // Miniflare copies all bundles many times when it starts. The names stay readable in stack traces.
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'error',
  write: false,
}

/** Bundles the five Workers in memory. */
export const bundle = async (): Promise<Bundles> => toBundles(await build(bundleOptions))

/**
 * Bundles after each change of a source file until the returned function is called. Reports and skips failures.
 *
 * @param running the bundles that run already. The first build differs from them if a file was changed since.
 */
export async function watchBundles(
  running: Bundles,
  changed: (bundles: Bundles) => Promise<void>,
): Promise<() => Promise<void>> {
  let isFirst = true
  const watcher = await context({
    ...bundleOptions,
    plugins: [
      {
        name: 'reload',
        setup: ({ onEnd }) =>
          onEnd(async result => {
            const wasFirst = isFirst
            isFirst = false
            if (result.errors.length > 0) return
            const bundles = toBundles(result)
            if (!(wasFirst && isDeepStrictEqual(bundles, running))) await changed(bundles)
          }),
      },
    ],
  })
  await watcher.watch()
  return () => watcher.dispose()
}

function toBundles({ outputFiles = [] }: BuildResult): Bundles {
  const source = (name: WorkerName) => {
    const file = outputFiles.find(({ path }) => path.endsWith(`/${name}.js`) || path.endsWith(`\\${name}.js`))
    if (!file) throw new Error(`The bundle has no ${name}.`)
    return file.text
  }
  return {
    edge: source('edge'),
    realtime: source('realtime'),
    proctoring: source('proctoring'),
    sts: source('sts'),
    platform: source('platform'),
  }
}
