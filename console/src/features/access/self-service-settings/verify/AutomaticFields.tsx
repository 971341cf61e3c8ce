import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { t } from '../../../../ground/text/text.ts'
import { Copy } from '../../../../ground/ui/bits/Copy.tsx'
import { Notice } from '../../../../ground/ui/page/Notice.tsx'
import { useDraft } from '../editor/draft.ts'
import { useSource } from '../source.ts'
import { TryAutomatic } from './TryAutomatic.tsx'
import classes from '../editor.module.css'
import { BlockedAddresses } from '../../../tenancy/private-targets/BlockedAddresses.tsx'

/** Which system is asked whether a card is a person's, and what signs the question. */
export function AutomaticFields() {
  const { calls, fixed } = useSource()
  const { settings, set, faults, page } = useDraft()
  const [secret, setSecret] = useState<string | null>(null)
  const make = useWrite(calls.makeSecret, { done: reply => setSecret(reply.secret) })
  const url = settings.automatic.url ?? ''
  return (
    <div className={classes.details}>
      <TextInput
        label={t('Address of your system')}
        placeholder="https://doors.example.org/belongs"
        description={t('It is asked whether the card belongs to the person, and has 5 seconds to answer.')}
        value={url}
        error={faults['automatic.url']}
        onChange={event => {
          const typed = event.currentTarget.value
          set({ automatic: { url: typed.trim() === '' ? null : typed } })
        }}
      />
      {secret === null ? (
        <div className={classes.line}>
          <span>{page.hasSecret ? t('Questions are signed by a secret.') : t('There is no secret yet.')}</span>
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate({ ...fixed, page: page.id })}>
            {page.hasSecret ? t('Replace secret') : t('Make secret')}
          </Button>
        </div>
      ) : (
        <Notice>
          {t('Keep this secret in your system. It is shown this once.')} <span className="cv-mono">{secret}</span>{' '}
          <Copy value={secret} what={t('secret')} />
        </Notice>
      )}
      <BlockedAddresses feature="card-pages" />
      <TryAutomatic />
    </div>
  )
}
