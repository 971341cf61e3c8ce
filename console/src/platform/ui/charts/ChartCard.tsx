import { ActionIcon, Group, Menu, Stack } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { inSentence } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '../over/toast.ts'
import { Card } from '../page/Card.tsx'
import { Figures } from './Figures.tsx'
import type { FiguresProps } from './Figures.tsx'
import { Legend } from './Legend.tsx'
import type { Series } from './Legend.tsx'

interface ChartCardProps extends Omit<FiguresProps, 'label'> {
  title: string
  legend?: readonly Series[]
  right?: ReactNode
  children: ReactNode
}

export function ChartCard({ title, legend, right, columns, rows, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const what = inSentence(title)
  const word = asTable ? t('View {what} as chart', { what }) : t('View {what} as table', { what })
  const Icon = asTable ? IconChartBar : IconTable
  const content = { label: title, columns, rows }
  const save = async (as: 'png' | 'csv') => {
    try {
      const { downloadCsv, downloadPng } = await import('./export-chart.ts')
      if (as === 'csv') downloadCsv(content)
      else if (body.current) await downloadPng(body.current, content)
    } catch {
      toast('error', t("“{title}” couldn't be exported. Reload the page and try again.", { title }))
    }
  }
  return (
    <Card
      title={title}
      right={
        <Group component="span" gap="8px 12px" wrap="nowrap">
          {!asTable && legend && <Legend of={legend} className="cv-not-on-phone" />}
          {right}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size="sm" aria-label={t('Export {what}', { what })} title={t('Export {what}', { what })}>
                <IconDownload size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void save('png')}>{t('Picture (PNG)')}</Menu.Item>
              <Menu.Item onClick={() => void save('csv')}>{t('Numbers (CSV)')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <ActionIcon size="sm" aria-label={word} title={word} onClick={() => setAsTable(!asTable)}>
            <Icon size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Group>
      }
    >
      <Stack ref={body} gap={0} miw={0}>
        {asTable ? (
          <Figures {...content} />
        ) : (
          <>
            {legend && <Legend of={legend} className="cv-only-on-phone" mb={8} />}
            {children}
          </>
        )}
      </Stack>
    </Card>
  )
}
