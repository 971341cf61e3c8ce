import { Box, Stack } from '@mantine/core'

export function Differences({
  of,
}: {
  of: readonly { name: string; before: readonly string[]; after: readonly string[] }[]
}) {
  return (
    <Stack component="dl" gap={12}>
      {of.map(({ name, before, after }) => (
        <div key={name}>
          <dt className="cv-muted">{name}</dt>
          {before.map(one => (
            <dd key={`-${one}`} className="cv-wrap">
              <del className="cv-bad">{one}</del>
            </dd>
          ))}
          {after.map(one => (
            <dd key={`+${one}`} className="cv-wrap">
              <Box component="ins" td="none">
                {one}
              </Box>
            </dd>
          ))}
        </div>
      ))}
    </Stack>
  )
}
