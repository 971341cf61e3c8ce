import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { useSource } from '../source.ts'
import { TryAutomatic } from './TryAutomatic.tsx'
import { BlockedAddresses } from '#features/tenancy/private-targets/BlockedAddresses.tsx'

export function AutomaticFields() {
  const { calls, fixed } = useSource()
  const { settings, set, faults, page } = useDraft()
  const [secret, setSecret] = useState<string | null>(null)
  const make = useWrite(calls.makeSecret, { done: reply => setSecret(reply.secret) })
  const url = settings.automatic.url ?? ''
  return (
    <Stack className="cv-panel" gap={14} miw={0} p="14px 16px">
      <TextInput
        label={t('System URL')}
        placeholder="https://doors.example.org/belongs"
        description={t('Checks whether the card belongs to the user. Your system must respond within 5 seconds.')}
        value={url}
        error={faults['automatic.url']}
        onChange={event => {
          const typed = event.currentTarget.value
          set({ automatic: { url: typed.trim() === '' ? null : typed } })
        }}
      />
      {secret === null ? (
        <div className="cv-row cv-quiet cv-wrap">
          <span>{page.hasSecret ? t('Requests are signed with a secret.') : t('No secret yet.')}</span>
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate({ ...fixed, page: page.id })}>
            {page.hasSecret ? t('Replace secret') : t('Create secret')}
          </Button>
        </div>
      ) : (
        <Notice>
          {t("Save this secret in your system. It's shown only once.")} <span className="cv-mono">{secret}</span>{' '}
          <Copy value={secret} what={t('secret')} />
        </Notice>
      )}
      <BlockedAddresses feature="card-pages" />
      <TryAutomatic />
    </Stack>
  )
}
