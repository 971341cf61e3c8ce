import type { EntraCheckResult } from '@claviger/contract/directories/entra'
import { Box, Group } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { purposeOf } from './permission-labels.ts'

export function Permissions({ of }: { of: EntraCheckResult }) {
  return (
    <>
      <Notice level={of.ok ? 'info' : 'warning'}>
        {of.ok ? t('The credentials are valid and have all permissions that an import needs.') : of.reason}
      </Notice>
      <Box component="ul" className="cv-ruled" mt={12} aria-label={t('Permissions')}>
        {of.permissions.map(({ name, given, needed }) => (
          <Group component="li" gap={12} justify="space-between" wrap="nowrap" p="8px 0" key={name}>
            <Box component="span" miw={0}>
              <Box component="code" className="cv-mono cv-wrap" display="block">
                {name}
              </Box>
              <Box component="small" className="cv-quiet" display="block">
                {purposeOf(name)}
              </Box>
            </Box>
            <Tag tone={given ? 'ok' : needed ? 'bad' : 'mute'}>
              {given ? t('Granted') : needed ? t('Missing') : t('Not granted')}
            </Tag>
          </Group>
        ))}
      </Box>
    </>
  )
}
