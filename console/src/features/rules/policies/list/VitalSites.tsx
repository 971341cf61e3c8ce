import { policies } from '@claviger/contract/rules/policies'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Lines } from '#platform/ui/fields/Lines.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { useSession } from '#shell/session.tsx'
import classes from '../policies.module.css'

function Choose({ sites, close }: { sites: readonly string[]; close: () => void }) {
  return (
    <Panel open title={t('Essential sites')} close={close}>
      <Form
        of={policies.setVital}
        start={{ sites: [...sites] }}
        done={() => {
          toast('success', t('Changes saved'))
          close()
        }}
      >
        <Lines
          name="sites"
          label={t('Domains, one per line')}
          optional
          help={t(
            "You can't save policy changes that would leave every owner without a usable key at these sites. This also applies to this console.",
          )}
        />
        <Foot save={t('Save essential sites')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}

/** Sites for which policies must always leave an owner a working key. */
export function VitalRow() {
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  const read = useRead(policies.getVital, {}, { quiet: true })
  // Reserve the space while loading, so that the content below doesn't shift
  if (!read.data) return <section className={classes.last} aria-label={t('Essential sites')} aria-busy />
  const { sites } = read.data
  return (
    <>
      <section className={classes.last} aria-label={t('Essential sites')}>
        <strong>{t('Essential sites')}</strong>
        <p className="cv-quiet">
          {sites.length > 0
            ? t('At least one owner always keeps a key that works in this console and at {sites}.', {
                sites: sites.join(', '),
              })
            : t('At least one owner always keeps a key that works in this console.')}
        </p>
        {can('policies.write') && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('Change…')}
          </Button>
        )}
      </section>
      {open && <Choose sites={sites} close={() => setOpen(false)} />}
    </>
  )
}
