import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { projectFile } from '../../tools/project.ts'

/** The folders of `test/` in the order in which they run. The short files of `unit` are last, so that the forks end at about the same time. */
const folders = ['tools', 'property', 'browser', 'docs', 'integration', 'contract', 'unit']

/** The folder of `test/` that has the file. */
const folderOf = ({ moduleId }: TestSpecification): string =>
  relative(projectFile('test'), moduleId).split(sep)[0] ?? ''

/** One folder after the other. The longest files run first. */
export class ByFolder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = (file: TestSpecification) => folders.indexOf(folderOf(file))
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
