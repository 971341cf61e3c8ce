import { lookUps } from '@claviger/contract/governance/look-ups'
import type { FoundUser } from '@claviger/contract/governance/look-ups'
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { FoundUserCard } from './FoundUserCard.tsx'

type Term = 'email' | 'userId'

/** Finds a user of any workspace by an exact term. Sends no request before the form is submitted, because each look-up is logged. */
export default function LookUpPage() {
  const [by, setBy] = useState<Term>('email')
  const [term, setTerm] = useState('')
  const [found, setFound] = useState<readonly FoundUser[] | null>(null)
  const look = useWrite(lookUps.users, { quiet: true, done: ({ items }) => setFound(items) })
  const send = (event: FormEvent) => {
    event.preventDefault()
    look.mutate({ [by]: term.trim() })
  }
  return (
    <Stack gap={16} miw={0} maw={720}>
      <PageHead title={t('User lookup')} />
      <Card>
        <Stack onSubmit={send} component="form" gap={16} miw={0}>
          <Notice>
            {t('Each lookup is recorded in the activity log of the workspace, where its owner can read it.')}
          </Notice>
          <SegmentedControl
            aria-label={t('Search by')}
            value={by}
            onChange={setBy}
            data={[
              { value: 'email', label: t('Email') },
              { value: 'userId', label: t('User ID') },
            ]}
          />
          <TextInput
            label={by === 'email' ? t('Exact email') : t('Exact user ID')}
            value={term}
            onChange={event => setTerm(event.currentTarget.value)}
            autoComplete="off"
            error={look.isError ? look.error.message : null}
          />
          <div className="cv-foot">
            <Button
              type="submit"
              leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
              disabled={term.trim() === ''}
              loading={look.isPending}
            >
              {t('Look up user')}
            </Button>
          </div>
        </Stack>
      </Card>
      <div role="status">
        {found && (
          <p>
            {t('{count, plural, =0 {No user found} one {# user found} other {# users found}}', { count: found.length })}
          </p>
        )}
      </div>
      {found?.map(user => (
        <FoundUserCard key={user.id} user={user} />
      ))}
    </Stack>
  )
}
