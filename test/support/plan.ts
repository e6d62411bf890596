// The plan of a statement, as `explain (analyze, format json)` returns it.

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** A node of the plan and all below it. */
export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The nodes as lines, for the message of a failed expectation. */
export const outline = (plan: PlanNode[]) =>
  plan
    .map(node =>
      [node['Node Type'], node['Index Name'], node['Relation Name'], node['Actual Rows']].join(' '),
    )
    .join('\n')

/** The rows that the nodes on the table return, except index-only scans. */
export const rowsRead = (plan: PlanNode[], table: string) =>
  plan
    .filter(node => node['Relation Name'] === table && node['Node Type'] !== 'Index Only Scan')
    .reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1), 0)
