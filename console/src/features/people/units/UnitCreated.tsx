import type { Unit } from '@claviger/contract/people/units'
import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { hidePage } from '#shell/introductions.ts'
import { useSession } from '#shell/session.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import over from '#platform/ui/over/over.module.css'

export default function UnitCreated({ unit, close }: { unit: Unit; close: () => void }) {
  const go = useNavigate()
  const { me } = useSession()
  const [hide, setHide] = useState(false)
  const leave = (to?: string) => {
    if (hide) hidePage('OUSuccess', me.id)
    close()
    if (to) void go({ to } as never)
  }
  const home = `/dashboard/organization-units/${unit.id}`
  return (
    <Dialog open title={t('{name} was created', { name: unit.name })} close={() => leave()}>
      <div className={over.text}>
        <p>{t('An organization unit lets its own admins manage some of your users. Two steps remain:')}</p>
        <p>{t('Add users to the unit, then add a unit admin.')}</p>
        <Checkbox
          size="xs"
          label={t("Don't show this again")}
          checked={hide}
          onChange={event => setHide(event.currentTarget.checked)}
        />
      </div>
      <div className="cv-foot">
        <Button variant="default" onClick={() => leave(`${home}/admins`)}>
          {t('Add admin')}
        </Button>
        <Button onClick={() => leave(home)}>{t('Open unit')}</Button>
      </div>
    </Dialog>
  )
}
