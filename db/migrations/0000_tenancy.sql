CREATE TABLE "api_credential" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"application_sid" uuid NOT NULL,
	"install_sid" uuid,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"policy" jsonb NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_by_sid" uuid,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"sts_epoch" integer DEFAULT 0 NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_credential_secret_hash" UNIQUE("secret_hash"),
	CONSTRAINT "api_credential_role" CHECK ("api_credential"."role" in ('admin', 'instructor', 'proctor', 'learner'))
);
--> statement-breakpoint
CREATE TABLE "sts_family" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"credential_sid" uuid NOT NULL,
	"target_user_sid" uuid,
	"token_type" text NOT NULL,
	"element_type" text,
	"resource" text NOT NULL,
	"policy" jsonb NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"install_epoch" integer NOT NULL,
	"credential_epoch" integer NOT NULL,
	"user_epoch" integer,
	"absolute_expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sts_token" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"family_sid" uuid NOT NULL,
	"generation" integer NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"replaced_by_sid" uuid,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sts_token_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "account" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"permissions" text[] DEFAULT '{publish,subscribe}' NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "install" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"application_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"max_token_ttl_seconds" integer DEFAULT 3600 NOT NULL,
	"default_timezone" text DEFAULT 'UTC' NOT NULL,
	"require_manager_exam_approval" boolean DEFAULT false NOT NULL,
	"require_manager_proctor_approval" boolean DEFAULT false NOT NULL,
	"allowed_embed_origins" text[] DEFAULT '{}' NOT NULL,
	"sts_epoch" integer DEFAULT 0 NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "install_max_token_ttl_seconds" CHECK ("install"."max_token_ttl_seconds" between 1 and 3600)
);
--> statement-breakpoint
CREATE TABLE "proctor_account" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proctor_account_install" (
	"proctor_sid" uuid NOT NULL,
	"install_sid" uuid NOT NULL,
	CONSTRAINT "proctor_account_install_proctor_sid_install_sid_pk" PRIMARY KEY("proctor_sid","install_sid")
);
--> statement-breakpoint
CREATE TABLE "time_zone" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "time_zone_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"preferred_email" text,
	"username" text,
	"password_hash" text,
	"enabled" boolean DEFAULT false NOT NULL,
	"role" text DEFAULT 'learner' NOT NULL,
	"svc_sid" uuid,
	"svc_id_enrollment_sid" uuid,
	"mobile_phone" text,
	"home_phone" text,
	"address" text,
	"lms_id" text,
	"api_id" text,
	"sis_id" text,
	"external_id" text,
	"helpdesk_user_id" text,
	"latitude" double precision,
	"longitude" double precision,
	"currency_code" text,
	"time_zone_sid" uuid,
	"max_travel_distance" double precision,
	"max_travel_distance_units" text,
	"last_enrollment_sync" timestamp (3) with time zone,
	"sts_epoch" integer DEFAULT 0 NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('admin', 'instructor', 'proctor', 'learner'))
);
--> statement-breakpoint
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_created_by_sid_api_credential_sid_fk" FOREIGN KEY ("created_by_sid") REFERENCES "public"."api_credential"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_family" ADD CONSTRAINT "sts_family_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_family" ADD CONSTRAINT "sts_family_credential_sid_api_credential_sid_fk" FOREIGN KEY ("credential_sid") REFERENCES "public"."api_credential"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_family" ADD CONSTRAINT "sts_family_target_user_sid_users_sid_fk" FOREIGN KEY ("target_user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_token" ADD CONSTRAINT "sts_token_family_sid_sts_family_sid_fk" FOREIGN KEY ("family_sid") REFERENCES "public"."sts_family"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_token" ADD CONSTRAINT "sts_token_replaced_by_sid_sts_token_sid_fk" FOREIGN KEY ("replaced_by_sid") REFERENCES "public"."sts_token"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "install" ADD CONSTRAINT "install_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "install" ADD CONSTRAINT "install_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proctor_account" ADD CONSTRAINT "proctor_account_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proctor_account_install" ADD CONSTRAINT "proctor_account_install_proctor_sid_proctor_account_sid_fk" FOREIGN KEY ("proctor_sid") REFERENCES "public"."proctor_account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proctor_account_install" ADD CONSTRAINT "proctor_account_install_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_time_zone_sid_time_zone_sid_fk" FOREIGN KEY ("time_zone_sid") REFERENCES "public"."time_zone"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_credential_install_sid_created_date_sid_index" ON "api_credential" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "sts_family_install_sid_created_date_sid_index" ON "sts_family" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "sts_family_target_user_sid_index" ON "sts_family" USING btree ("target_user_sid");--> statement-breakpoint
CREATE INDEX "sts_family_credential_sid_index" ON "sts_family" USING btree ("credential_sid");--> statement-breakpoint
CREATE INDEX "sts_family_absolute_expires_at_index" ON "sts_family" USING btree ("absolute_expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sts_token_family_sid_generation_index" ON "sts_token" USING btree ("family_sid","generation");--> statement-breakpoint
CREATE INDEX "application_account_sid_index" ON "application" USING btree ("account_sid");--> statement-breakpoint
CREATE INDEX "install_account_sid_created_date_sid_index" ON "install" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "proctor_account_account_sid_created_date_sid_index" ON "proctor_account" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "proctor_account_install_install_sid_index" ON "proctor_account_install" USING btree ("install_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree ("install_sid",lower("username"));--> statement-breakpoint
CREATE INDEX "users_install_sid_created_date_sid_index" ON "users" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "users_install_sid_last_name_sid_index" ON "users" USING btree ("install_sid","last_name","sid");--> statement-breakpoint
CREATE INDEX "users_install_sid_first_name_sid_index" ON "users" USING btree ("install_sid","first_name","sid");--> statement-breakpoint
CREATE INDEX "users_install_sid_lms_id_index" ON "users" USING btree ("install_sid","lms_id");--> statement-breakpoint
CREATE INDEX "users_install_sid_sis_id_index" ON "users" USING btree ("install_sid","sis_id");--> statement-breakpoint
CREATE INDEX "users_install_sid_api_id_index" ON "users" USING btree ("install_sid","api_id");--> statement-breakpoint
CREATE INDEX "users_install_sid_external_id_index" ON "users" USING btree ("install_sid","external_id");