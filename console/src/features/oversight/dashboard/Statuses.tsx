import { statistics } from '@claviger/contract/oversight/statistics'
import { Box, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { count, percentOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Dot } from '#platform/ui/bits/Status.tsx'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Shares } from '#platform/ui/charts/Shares.tsx'
import { useSession } from '#shell/session.tsx'
import { lookOf, statusesFor } from '#features/people/users/user-status.ts'
import { Waiting } from '#platform/ui/page/Waiting.tsx'

const percent = (part: number, total: number) => percentOf(total === 0 ? 0 : part / total)

export function Statuses() {
  const { can, me } = useSession()
  const users = useRead(statistics.users, {}, { quiet: true })
  const total = users.data?.total ?? 0
  const rows = statusesFor(me).map(status => ({
    ...lookOf(status),
    status,
    value: users.data?.byStatus.find(one => one.status === status)?.count ?? 0,
  }))
  return (
    <ChartCard
      title={t('Users by status')}
      right={<span className="cv-number">{count(total)}</span>}
      columns={[t('Status'), t('Proportion'), t('Users')]}
      rows={rows.map(({ word, value }) => [word, percent(value, total), value])}
    >
      <Waiting on={users} what={t('the users')}>
        <Shares
          label={t('Users by status')}
          of={rows.map(row => ({ ...row, label: row.word, waiting: row.waiting ?? false }))}
        />
        <Box component="ul" className="cv-ruled" mt={8}>
          {rows.map(({ status, word, shape, tone, value }) => (
            <Group component="li" gap={10} wrap="nowrap" py={4} key={status}>
              <Dot shape={shape} tone={tone} />
              {can('users.read') ? (
                <Link className="cv-plain" to="/dashboard/users" search={{ status }}>
                  {word}
                </Link>
              ) : (
                <span>{word}</span>
              )}
              <Box component="span" className="cv-muted cv-number" ms="auto">
                {percent(value, total)}
              </Box>
              <Box component="b" className="cv-number" miw={52} ta="right">
                {count(value)}
              </Box>
            </Group>
          ))}
        </Box>
      </Waiting>
    </ChartCard>
  )
}
