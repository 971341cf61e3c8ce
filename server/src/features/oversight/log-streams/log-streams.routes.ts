import { logStreams } from '@claviger/contract/oversight/log-streams'
import { bind } from '#http/bind.ts'
import { changeStream, createStream, listStreams, pauseStream, removeStream, testStream } from './log-streams.ts'

export default bind(logStreams, {
  list: listStreams,
  create: createStream,
  update: changeStream,
  pause: pauseStream,
  test: testStream,
  remove: removeStream,
})
