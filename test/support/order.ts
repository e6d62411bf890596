import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The folders of `test/` in the order in which they run. The short files of `unit` are last, so that the forks end at about the same time. */
export const projects = ['tools', 'property', 'browser', 'docs', 'integration', 'contract', 'unit'] as const

/** One project after the other: a fork keeps its stack while the project is the same. The longest files run first. */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ project }: TestSpecification) => (projects as readonly string[]).indexOf(project.name)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
