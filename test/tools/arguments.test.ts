// The arguments of the commands, without their processes: test/tools/help.test.ts runs every command.
import { expect, test } from 'vitest'
import { parseArguments } from '../../tools/arguments.ts'

const command = {
  name: 'npm run ship',
  description: 'Ships a parcel.',
  options: {
    to: { type: 'string', value: '<place>', description: 'The place.' },
    by: { type: 'string', value: '<van|train>', default: 'van', description: 'The vehicle.' },
    insured: { type: 'boolean', description: 'Insures it.' },
  },
  positionals: ['<parcel>', '[note]'],
} as const

const usage = '`npm run ship -- --help` prints the usage.'

test('options have their defaults, and a boolean is false unless it is given', () => {
  expect(parseArguments(command, ['box'])).toEqual({
    arguments: { values: { by: 'van', insured: false }, positionals: ['box'] },
  })
  expect(parseArguments(command, ['--to', 'Bern', '--insured', 'box', 'fragile'])).toEqual({
    arguments: { values: { to: 'Bern', by: 'van', insured: true }, positionals: ['box', 'fragile'] },
  })
})

test('--help describes the command, with any other arguments', () => {
  const help = `Usage: npm run ship -- <parcel> [note] [options]

Ships a parcel.

Options:
  --to <place>      The place.
  --by <van|train>  The vehicle. The default is van.
  --insured         Insures it.
  --help            Prints this text.`
  for (const args of [['--help'], ['--wrong', '--help'], ['a', 'b', 'c', '--help']])
    expect(parseArguments(command, args)).toEqual({ help })
})

test('the usage of a command without arguments needs no --', () => {
  expect(parseArguments({ name: 'npm start', description: 'Starts.' }, ['--help'])).toMatchObject({
    help: expect.stringMatching(/^Usage: npm start\n/),
  })
})

test.each([
  [['--too', 'Bern', 'box'], "Unknown option '--too'"],
  [['box', '--to'], "Option '--to <value>' argument missing"],
  [['box', '--to', '--insured'], "Option '--to' argument is ambiguous"],
  [['box', '--insured=yes'], "Option '--insured' does not take an argument"],
  [['box', 'fragile', 'third'], "Unexpected argument 'third'"],
  [[], 'Missing argument <parcel>'],
])('a mistake is one line: %j', (args, mistake) => {
  expect(parseArguments(command, args)).toEqual({ error: `${mistake}. ${usage}` })
})

test('a command whose name has arguments is not given a second --', () => {
  expect(parseArguments({ name: 'npm run bench -- sts', description: '' }, ['-x'])).toEqual({
    error: "Unknown option '-x'. `npm run bench -- sts --help` prints the usage.",
  })
})
