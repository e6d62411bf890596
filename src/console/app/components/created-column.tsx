import { common } from '../i18n/common.ts'
import type { Column } from './table.tsx'
import { Time } from './time.tsx'

/** The column of the date on which the rows were created. The title of each date has the time. */
export const createdColumn = <Row,>(createdAt: (row: Row) => string | number) =>
  ({
    ...{ key: 'created', label: common.created, width: 9, isSecondary: true },
    render: row => <Time at={createdAt(row)} format="date" />,
  }) satisfies Column<Row>
