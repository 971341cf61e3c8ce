import type { SamlProvider } from '@claviger/contract/connect/identity-providers'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'

export function OwnKey({ of, may, renewed }: { of: SamlProvider; may: boolean; renewed: (of: SamlProvider) => void }) {
  const [asked, setAsked] = useState<'change' | 'cancel' | null>(null)
  const done = (says: string) => (saved: SamlProvider) => {
    setAsked(null)
    toast('success', says)
    renewed(saved)
  }
  const announce = useWrite(samlProviders.announceKey, { done: done(t('New certificate published')) })
  const change = useWrite(samlProviders.changeKey, { done: done(t('Certificate changed')) })
  const cancel = useWrite(samlProviders.cancelKey, { done: done(t('Certificate withdrawn')) })
  const changing = asked === 'change'
  const write = changing ? change : cancel
  return (
    <Card title={t('Claviger certificate')}>
      <Stack gap={16}>
        <Certificate title={t('Current certificate')} pem={of.ownCertificate} />
        {of.nextCertificate !== null && <Certificate title={t('Next certificate')} pem={of.nextCertificate} />}
        {may && of.nextCertificate === null && (
          <div>
            <Button variant="default" loading={announce.isPending} onClick={() => announce.mutate({ id: of.id })}>
              {t('Publish new certificate')}
            </Button>
          </div>
        )}
        {may && of.nextCertificate !== null && (
          <>
            <p className="cv-muted">
              {t(
                "The new certificate is in Claviger's metadata, next to the current one. Switch to it after the provider has imported it.",
              )}
            </p>
            <div className="cv-row">
              <Button onClick={() => setAsked('change')}>{t('Switch to new certificate')}</Button>
              <Button variant="default" onClick={() => setAsked('cancel')}>
                {t('Withdraw')}
              </Button>
            </div>
          </>
        )}
      </Stack>
      <Confirm
        open={asked !== null}
        title={changing ? t('Switch to the new certificate?') : t('Withdraw the new certificate?')}
        keep={t('Keep current')}
        act={changing ? t('Switch certificate') : t('Withdraw certificate')}
        busy={write.isPending}
        close={() => setAsked(null)}
        confirm={() => write.mutate({ id: of.id }, { onError: () => setAsked(null) })}
      >
        <p>
          {changing
            ? t("Until the provider has imported the new certificate, users can't sign in with this provider.")
            : t('If the provider already encrypts with the new certificate, it must switch back to the current one.')}
        </p>
        <p>{t("You can't undo this.")}</p>
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
