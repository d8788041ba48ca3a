import { registerLimber } from './index';

// The Editor's file: registers the scripts as soon as it is loaded.

registerLimber();
