import { saml } from '@claviger/contract/sso/saml'
import type { Tried } from '@claviger/contract/sso/saml'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Card, Facts } from '../../../ground/ui/page/Card.tsx'
import { PickOne } from '../../decide/policy-content/PickMany.tsx'
import { fromUsers } from '../../decide/policy-content/sources.ts'
import classes from './saml.module.css'

/** What the application would get of somebody, decoded, with every check. */
export function TryIt({ id }: { id: string }) {
  const [user, setUser] = useState<string | null>(null)
  const run = useWrite(saml.tryOut)
  return (
    <Card title={t('Try it')}>
      <div className={classes.stack}>
        <p className={classes.quiet}>
          {t(
            'See what the application would get of you, with every check. Of somebody else it is a preview that is never signed.',
          )}
        </p>
        <PickOne label={t('User')} from={fromUsers} value={user} placeholder={t('Yourself')} change={setUser} />
        <div>
          <Button
            variant="default"
            loading={run.isPending}
            onClick={() => run.mutate({ id, ...(user !== null && { user }) })}
          >
            {t('Try it')}
          </Button>
        </div>
        {run.data && <Result of={run.data} />}
      </div>
    </Card>
  )
}

function Result({ of }: { of: Tried }) {
  return (
    <div className={classes.stack} aria-live="polite">
      <ul className={classes.checks}>
        {of.checks.map(({ name, ok, says }) => (
          <li key={name} data-ok={ok}>
            {ok ? (
              <IconCircleCheck size={18} stroke={1.7} aria-label={t('Holds')} />
            ) : (
              <IconCircleX size={18} stroke={1.7} aria-label={t('Does not hold')} />
            )}
            {says}
          </li>
        ))}
      </ul>
      <Facts
        of={[
          [t('Name (NameID)'), of.nameId.value === '' ? '—' : of.nameId.value],
          [t('Way of signing in'), of.context],
          [t('Sent to'), of.recipient],
          [t('Audience'), of.audience],
          ...of.attributes.map(({ name, values }) => [name, values.join(', ')] as const),
        ]}
      />
      <details className={classes.document}>
        <summary>{t('The assertion, without its signature')}</summary>
        <div className={classes.copy}>
          <Copy value={of.xml} what={t('The assertion')} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
        <pre tabIndex={0}>{of.xml.replaceAll(/></g, '>\n<')}</pre>
      </details>
    </div>
  )
}
