import { support } from '@claviger/contract/billing/support'
import type { SupportRequest } from '@claviger/contract/billing/support'
import { Box, Button, Stack } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { contentOf, kindOf, RequestStatus } from './request-labels.tsx'

const NewReader = lazy(() => import('./NewReader.tsx'))
const AnnualRequest = lazy(() => import('./AnnualRequest.tsx'))

function Request({ of }: { of: SupportRequest }) {
  return (
    <Stack component="li" className="cv-quiet cv-wrap" gap={4} p="12px 16px">
      <div className="cv-apart">
        <span>
          <strong>{of.number}</strong> {kindOf(of)}
        </span>
        <RequestStatus of={of} />
      </div>
      <p>
        {contentOf(of)} · <When at={of.createdAt} />
      </p>
      {of.note !== null && <p>{of.note}</p>}
      {of.answer !== null && (
        <Box component="p" c="bright">
          {t('Answer: {answer}', { answer: of.answer })}
        </Box>
      )}
    </Stack>
  )
}

export default function SupportPage() {
  const [open, setOpen] = useState<'reader' | 'annual' | null>(null)
  const list = useRead(support.list, {})
  const close = () => setOpen(null)
  const annual = (
    <Button variant="default" onClick={() => setOpen('annual')}>
      {t('Request annual subscription…')}
    </Button>
  )
  const readers = <Button onClick={() => setOpen('reader')}>{t('Request card readers…')}</Button>
  const items = list.data?.items ?? []
  return (
    <Stack gap={16} maw={860}>
      <PageHead title={t('Support')} actions={annual} add={readers} entries={entriesOf(list)} />
      <Card title={t('Your requests')} flush>
        <Waiting on={list} what={t('your requests')}>
          {items.length === 0 ? (
            <EmptyState title={t('No requests yet')} icon={IconLifebuoy} action={readers}>
              {t('Ask the operator for card readers or an annual subscription. Each request gets a number.')}
            </EmptyState>
          ) : (
            <ul className="cv-ruled">
              {items.map(one => (
                <Request key={one.id} of={one} />
              ))}
            </ul>
          )}
        </Waiting>
      </Card>
      <Suspense>
        {open === 'reader' && <NewReader close={close} />}
        {open === 'annual' && <AnnualRequest close={close} />}
      </Suspense>
    </Stack>
  )
}
