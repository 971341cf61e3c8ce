import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { type KeyInfo, keyKinds } from '@claviger/contract/keys/security-keys'
import { Button, Menu } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { Enrolment } from '../key-assignment/Enrolment.tsx'
import { useKinds } from '../key-assignment/useKinds.ts'

export function Fingers({ of }: { of: KeyInfo }) {
  const { can } = useSession()
  const [challenge, setChallenge] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<KeyInfo['fingerprints'][number] | null>(null)
  const add = useWrite(fingerprints.restart, { done: reply => setChallenge(reply.challenge) })
  const [going, setGoing] = useState<KeyInfo['fingerprints'][number] | null>(null)
  const write = can('keys.write')
  const readable = useKinds().some(({ value }) => value === keyKinds.fingerprint)
  const button = write && readable && (
    <Button variant="default" loading={add.isPending} onClick={() => add.mutate({ id: of.id })}>
      {t('Add fingerprint')}
    </Button>
  )
  return (
    <Card title={t('Fingerprints')} flush right={of.fingerprints.length > 0 && button}>
      {of.fingerprints.length === 0 ? (
        <EmptyState
          title={t('No fingerprints yet')}
          action={button}
          link={
            !readable && can('devices.read') && { to: '/dashboard/devices/programs', label: t('Open reader programs') }
          }
          icon={IconFingerprint}
        >
          {readable
            ? t('Fingerprints are enrolled at a reader. No images are stored.')
            : t('No fingerprint reader program is registered. Register one first')}
        </EmptyState>
      ) : (
        <IconRows>
          {of.fingerprints.map(finger => (
            <IconRow
              key={finger.id}
              icon={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
              name={<strong>{finger.name}</strong>}
              about={<When at={finger.createdAt} />}
              last={null}
              menu={
                write && (
                  <MoreMenu bare label={t('Actions for {name}', { name: finger.name })}>
                    <Menu.Item onClick={() => setRenaming(finger)}>{t('Rename…')}</Menu.Item>
                    <Menu.Item data-danger onClick={() => setGoing(finger)}>
                      {t('Delete…')}
                    </Menu.Item>
                  </MoreMenu>
                )
              }
            />
          ))}
        </IconRows>
      )}
      {challenge !== null && (
        <Dialog open title={t('Add fingerprint')} close={() => setChallenge(null)}>
          <Enrolment challenge={challenge} securityKey={of.id} />
        </Dialog>
      )}
      {going && (
        <ConfirmCall
          of={fingerprints.remove}
          input={{ id: going.id }}
          title={t('Delete 1 fingerprint?')}
          keep={t('Keep fingerprint')}
          act={t('Delete 1 fingerprint')}
          said={t('Fingerprint deleted')}
          close={() => setGoing(null)}
        >
          <p>
            <strong>
              {t('{owner} can no longer use “{finger}” at a reader.', { owner: of.owner.name, finger: going.name })}
            </strong>{' '}
            {of.fingerprints.length === 1 && t('This key has no other fingerprint.')}
          </p>
          <p>{t("You can't undo this, but you can enroll the fingerprint again at a reader.")}</p>
        </ConfirmCall>
      )}
      {renaming && (
        <Dialog open title={t('Rename fingerprint')} close={() => setRenaming(null)}>
          <Form
            of={fingerprints.rename}
            start={{ name: renaming.name }}
            fixed={{ id: renaming.id }}
            done={() => setRenaming(null)}
          >
            <Text name="name" label={t('Name')} autoFocus />
            <Foot save={t('Rename fingerprint')} cancel={{ do: () => setRenaming(null) }} />
          </Form>
        </Dialog>
      )}
    </Card>
  )
}
