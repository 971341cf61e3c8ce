import { endpoints } from './contract.ts'
import { sources } from './files.ts'
import { law } from './law.ts'

const ofCalls = (await endpoints()).flatMap(endpoint => endpoint.spec)
const ofScreens = sources(['console/src'], /routes[.\w]*\.tsx$/).flatMap(file =>
  [...file.text.matchAll(/spec: ('[^']+'|\[[^\]]+\])/g)].flatMap(match =>
    [...(match[1] as string).matchAll(/'([^']+)'/g)].map(one => one[1] as string),
  ),
)

// Each call and screen declares the specification's IDs that it implements
for (const [what, ids] of [
  ['call', ofCalls],
  ['screen', ofScreens],
] as const)
  law(`a ${what} of the specification is built in one place`, {
    because: 'Two implementations of one ID drift apart, and a misspelled ID matches nothing.',
    over: ids,
    guilty: id => (ids.filter(other => other === id).length > 1 || !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(id)) && id,
    bites: 'No such id',
    passes: ids[0] as string,
  })

law('the summary of a call is a sentence', {
  because: 'Readers of the API description want to know what a call does.',
  over: await endpoints(),
  guilty: ({ feature, call, summary }) => !/^[A-Z"'“].{4,}[^.]$/s.test(summary) && `${feature}.${call}: ${summary}`,
  bites: { ...((await endpoints())[0] as Awaited<ReturnType<typeof endpoints>>[number]), summary: 'x' },
  passes: (await endpoints())[0] as Awaited<ReturnType<typeof endpoints>>[number],
})
