// The commands of the benches, without their code, so that their helps appear at once.

import { sizeNames } from '../tools/demo-data/sizes.ts'

export const commands = {
  against: {
    name: 'npm run bench -- against',
    description: 'Measures this commit beside an earlier one, and prints the ratios of their rates.',
    positionals: ['<commit>'],
    options: {
      size: {
        type: 'string',
        value: `<${sizeNames.join('|')}>`,
        default: 'M',
        description: 'The size of the demo data that both load.',
      },
      rounds: {
        type: 'string',
        value: '<number>',
        description: 'The number of rounds. The default is 5.',
      },
      quick: {
        type: 'boolean',
        description: 'Sends a few requests to systems without demo data, to test the bench.',
      },
    },
  },
  all: {
    name: 'npm run bench',
    description: `Measures every area, prints the tables and writes docs/benchmarks.md and .json, in about 15 minutes.
  \`npm run bench -- <against|peers|plans|regions|reports|sign-in|sts|webhooks>\` measures one part in detail.`,
    options: {
      quick: { type: 'boolean', description: 'Sends about one request of each kind, to test the bench.' },
      pglite: { type: 'boolean', description: 'Measures on PGlite with a few learners. Writes no page.' },
    },
  },
  peers: {
    name: 'npm run bench -- peers',
    description:
      'Measures the token service beside oidc-provider, and writes docs/peers.md and docs/peers.json.',
    options: {},
  },
  plans: {
    name: 'npm run bench -- plans',
    description:
      'Measures the CPU time of Postgres for each operation, with kept plans and with one for each execution, as on Neon.',
    options: {
      quick: { type: 'boolean', description: 'Sends a few requests, to test the bench.' },
    },
  },
  reconcile: {
    name: 'npm run bench -- reconcile',
    description: 'Measures the reconciliation of the appointments of one exam on a real Postgres.',
    options: {
      appointments: {
        type: 'string',
        value: '<numbers>',
        default: '100,1000,10000',
        description: 'The numbers of appointments, from small to large, separated by commas.',
      },
    },
  },
  regions: {
    name: 'npm run bench -- regions',
    description: 'Simulates Workers and a database in different regions.',
    options: {},
  },
  reports: {
    name: 'npm run bench -- reports',
    description: 'Measures every report and list on demo data of growing size, on a real Postgres.',
    options: {
      sizes: {
        type: 'string',
        value: '<sizes>',
        default: sizeNames.join(','),
        description: 'The sizes, separated by commas.',
      },
      state: { type: 'string', value: '<directory>', description: 'Keeps the loaded data for the next run.' },
    },
  },
  'sign-in': {
    name: 'npm run bench -- sign-in',
    description: 'Tests whether response times reveal which accounts exist.',
    options: {
      samples: {
        type: 'string',
        value: '<count>',
        default: '400',
        description: 'Requests of each kind, at least 300.',
      },
    },
  },
  sts: {
    name: 'npm run bench -- sts',
    description: 'Measures the token service as ratios to baselines of the same rounds.',
    options: { postgres: { type: 'boolean', description: 'Measures on a real Postgres.' } },
  },
  webhooks: {
    name: 'npm run bench -- webhooks',
    description: 'Measures the throughput and the latency of events and deliveries.',
    options: {
      postgres: { type: 'boolean', description: 'Measures on a real Postgres, with the delivery log.' },
      log: { type: 'boolean', description: 'Measures only the delivery log.' },
      strict: { type: 'boolean', description: 'A missed floor is a failure.' },
      parts: {
        type: 'string',
        value: '<in,out,lag,hanging,trips,log>',
        description: 'The parts to measure.',
      },
      scale: {
        type: 'string',
        value: '<factor>',
        default: '1',
        description: 'Scales the sizes, to test the bench.',
      },
    },
  },
} as const
