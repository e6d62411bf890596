CREATE TABLE "mfa_challenge" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mfa_challenge_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
);
--> statement-breakpoint
CREATE TABLE "operator" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"is_first" boolean DEFAULT false NOT NULL,
	"disabled_date" timestamp (3) with time zone,
	"last_login_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_role" CHECK ("operator"."role" in ('owner', 'admin', 'developer', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "password_reset" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "password_reset_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
);
--> statement-breakpoint
CREATE TABLE "sign_in_event" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid,
	"operator_sid" uuid,
	"user_sid" uuid,
	"event" text NOT NULL,
	"actor" text,
	"address" text,
	"user_agent" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_session" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"secret_hash" "bytea" NOT NULL,
	"user_agent" text,
	"address" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_session_secret_hash" UNIQUE("secret_hash"),
	CONSTRAINT "sign_in_session_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"taken" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"secret" text NOT NULL,
	"confirmed_date" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "totp_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
);
--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator" ADD CONSTRAINT "operator_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mfa_challenge_operator_sid_index" ON "mfa_challenge" USING btree ("operator_sid");--> statement-breakpoint
CREATE INDEX "mfa_challenge_user_sid_index" ON "mfa_challenge" USING btree ("user_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_email" ON "operator" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "operator_first" ON "operator" USING btree ("is_first") WHERE "operator"."is_first";--> statement-breakpoint
CREATE INDEX "operator_account_sid_created_date_sid_index" ON "operator" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "password_reset_operator_sid_index" ON "password_reset" USING btree ("operator_sid");--> statement-breakpoint
CREATE INDEX "password_reset_user_sid_index" ON "password_reset" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "recovery_code_operator_sid_index" ON "recovery_code" USING btree ("operator_sid");--> statement-breakpoint
CREATE INDEX "recovery_code_user_sid_index" ON "recovery_code" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "sign_in_event_account_sid_created_date_sid_index" ON "sign_in_event" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "sign_in_event_user_sid_index" ON "sign_in_event" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "sign_in_session_operator_sid_created_date_sid_index" ON "sign_in_session" USING btree ("operator_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "sign_in_session_user_sid_created_date_sid_index" ON "sign_in_session" USING btree ("user_sid","created_date","sid");--> statement-breakpoint
CREATE UNIQUE INDEX "totp_operator" ON "totp" USING btree ("operator_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "totp_user" ON "totp" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("install_sid",lower("email"));