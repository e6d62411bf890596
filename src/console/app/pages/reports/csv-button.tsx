// Downloads a report as CSV, with the filters of the page.

import type { Given, ReportPath, RequestOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'

type CsvProps<At extends ReportPath> = { path: At; request: RequestOf<'get', At, never> }

export function CsvButton<At extends ReportPath>({ path, request }: CsvProps<At>) {
  const download = useAction(async () => {
    const response = await api.csv(path, ...([request] as unknown as Given<RequestOf<'get', At, never>>))
    const address = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = `${path.split('/').at(-1)}.csv`
    link.click()
    URL.revokeObjectURL(address)
  })
  return (
    <div className="stack">
      <div>
        <Button isPending={download.isPending} onPress={() => void download.run()}>
          {common.downloadCsv}
        </Button>
      </div>
      <ProblemNotice problem={download.problem} />
    </div>
  )
}
