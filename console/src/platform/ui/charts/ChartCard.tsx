import { ActionIcon } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { inSentence } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '../page/Card.tsx'
import { Figures } from './Figures.tsx'
import type { FiguresProps } from './Figures.tsx'
import { Legend } from './Legend.tsx'
import type { Series } from './Legend.tsx'
import classes from './charts.module.css'

interface ChartCardProps extends Omit<FiguresProps, 'label'> {
  title: string
  legend?: readonly Series[]
  right?: ReactNode
  children: ReactNode
}

export function ChartCard({ title, legend, right, columns, rows, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const what = inSentence(title)
  const word = asTable ? t('View {what} as chart', { what }) : t('View {what} as table', { what })
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <Card
      title={title}
      right={
        <span className={classes.right}>
          {!asTable && legend && <Legend of={legend} />}
          {right}
          <ActionIcon size="sm" aria-label={word} title={word} onClick={() => setAsTable(!asTable)}>
            <Icon size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </span>
      }
    >
      {asTable ? (
        <Figures label={title} columns={columns} rows={rows} />
      ) : (
        <>
          {legend && (
            <div className={classes.below}>
              <Legend of={legend} />
            </div>
          )}
          {children}
        </>
      )}
    </Card>
  )
}
