import type { SamlProvider } from '@claviger/contract/connect/identity-providers'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import classes from './providers.module.css'

/** Our certificate for a SAML provider, and how it gives way to another one. */
export function OwnKey({ of, may, renewed }: { of: SamlProvider; may: boolean; renewed: (of: SamlProvider) => void }) {
  const [asked, setAsked] = useState<'change' | 'cancel' | null>(null)
  const done = (says: string) => (saved: SamlProvider) => {
    setAsked(null)
    toast('success', says)
    renewed(saved)
  }
  const announce = useWrite(samlProviders.announceKey, { done: done(t('New certificate announced')) })
  const change = useWrite(samlProviders.changeKey, { done: done(t('Certificate changed')) })
  const cancel = useWrite(samlProviders.cancelKey, { done: done(t('Certificate withdrawn')) })
  const changing = asked === 'change'
  const write = changing ? change : cancel
  return (
    <Card title={t('Our certificate')}>
      <div className={classes.fields}>
        <Certificate title={t('Signs now')} pem={of.ownCertificate} />
        {of.nextCertificate !== null && <Certificate title={t('Announced')} pem={of.nextCertificate} />}
        {may && of.nextCertificate === null && (
          <div>
            <Button variant="default" loading={announce.isPending} onClick={() => announce.mutate({ id: of.id })}>
              {t('Announce a new one')}
            </Button>
          </div>
        )}
        {may && of.nextCertificate !== null && (
          <>
            <p className={classes.quiet}>
              {t('It is in our metadata beside the one before. Change to it when the provider has taken it.')}
            </p>
            <div className="cv-row">
              <Button onClick={() => setAsked('change')}>{t('Change to it')}</Button>
              <Button variant="default" onClick={() => setAsked('cancel')}>
                {t('Withdraw it')}
              </Button>
            </div>
          </>
        )}
      </div>
      <Confirm
        open={asked !== null}
        title={changing ? t('Change to the announced certificate?') : t('Withdraw the announced certificate?')}
        keep={t('Leave it')}
        act={changing ? t('Change certificate') : t('Withdraw certificate')}
        busy={write.isPending}
        close={() => setAsked(null)}
        confirm={() => write.mutate({ id: of.id }, { onError: () => setAsked(null) })}
      >
        <p>
          {changing
            ? t('If the provider has not taken it, nobody can sign in by it until it does.')
            : t('A provider that encrypts to it already must go back to the one before.')}
        </p>
        <p>{t('This cannot be undone.')}</p>
      </Confirm>
    </Card>
  )
}

const Certificate = ({ title, pem }: { title: string; pem: string }) => (
  <p className="cv-row">
    <b>{title}</b>
    <Copy value={pem} what={t('Certificate')} />
  </p>
)
